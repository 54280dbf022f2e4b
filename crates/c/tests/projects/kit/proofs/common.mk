ROOT := $(dir $(lastword $(MAKEFILE_LIST)))..
SOURCE = $(ROOT)/source
INCLUDES += -I$(ROOT)/include
CBMC_FLAG_UNWIND ?= --unwind 3
CBMCFLAGS += --bounds-check $(CBMC_FLAG_UNWIND)
define unused
HARNESS_ENTRY = wrong
endef
