// Only the types: the libraries themselves are loaded when a TPM is there.
#include <tss2/tss2_esys.h>
