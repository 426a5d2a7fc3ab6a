package models

/*
#include <malloc.h>

// Large pieces are the system's own, and go back to it when they are freed. By itself glibc comes to keep pieces of up to 32 MB, among
// which small ones then settle: what a model took stayed with the process after it was let go.
static void give_back(void) {
#ifdef M_MMAP_THRESHOLD
	mallopt(M_MMAP_THRESHOLD, 256 << 10);
#endif
}
*/
import "C"

// giveBack has memory that ONNX Runtime frees go back to the system. A course of slides with pictures took 728 MB at the highest
// without it, and 623 MB with it.
func giveBack() { C.give_back() }
