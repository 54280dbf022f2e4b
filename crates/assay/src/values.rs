//! Values of options: each is read from the text that was typed, or refused with what is needed.

use std::path::PathBuf;

use assay_system::EngineName;
use clap::ValueEnum;

use crate::args::ReportFormat;

pub fn report(text: &str) -> Result<(ReportFormat, PathBuf), String> {
    let (format, file) = text
        .split_once('=')
        .ok_or("a format and a file are needed, such as md=summary.md")?;
    if file.is_empty() {
        return Err(format!("`{format}=` names no file"));
    }
    let format = ReportFormat::from_str(format, false).map_err(|_| {
        let all = ReportFormat::value_variants().iter();
        let names: Vec<String> = all
            .filter_map(|v| v.to_possible_value())
            .map(|v| v.get_name().to_string())
            .collect();
        format!("the formats are {}", names.join(", "))
    })?;
    Ok((format, PathBuf::from(file)))
}

/// Bytes, or with a letter KiB, MiB or GiB.
pub fn size(text: &str) -> Result<u64, String> {
    let split = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, unit) = text.split_at(split);
    let shift = match unit.to_ascii_lowercase().trim_end_matches("ib") {
        "" => 0,
        "k" => 10,
        "m" => 20,
        "g" => 30,
        _ => 64,
    };
    let number: Option<u64> = digits.parse().ok().filter(|n| *n > 0);
    number
        .and_then(|n| n.checked_mul(1u64.checked_shl(shift)?))
        .ok_or_else(|| "a size is needed, such as 1000000, 64M or 1G".to_string())
}

pub fn percent(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(p) if (0.0..=100.0).contains(&p) => Ok(p),
        _ => Err("a number from 0 to 100 is needed".to_string()),
    }
}

pub fn ratio(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(r) if r.is_finite() && r >= 0.0 => Ok(r),
        _ => Err("a number that is not negative is needed".to_string()),
    }
}

pub fn factor(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(f) if (0.001..=1e6).contains(&f) => Ok(f),
        _ => Err("a number from 0.001 to 1000000 is needed".to_string()),
    }
}

pub fn engine(text: &str) -> Result<EngineName, String> {
    EngineName::ALL
        .into_iter()
        .find(|e| e.as_str() == text)
        .ok_or_else(|| {
            let names: Vec<&str> = EngineName::ALL.iter().map(|e| e.as_str()).collect();
            format!("the engines are {}", names.join(", "))
        })
}

pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        // More than a year is no limit, and more than u64 seconds is no duration.
        Ok(s) if s > 0.0 && s <= 1e9 => Ok(s),
        _ => Err("a positive number of seconds is needed".to_string()),
    }
}
