/* Wine 8 lacks bcryptprimitives.dll, from which Go takes its random numbers. This is its only function that Go calls. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) { return RtlGenRandom(data, (ULONG)size); }
