#ifndef WINDOWS_HOST_H
#define WINDOWS_HOST_H

#include <windows.h>

#include "platform.h"

/* Set when the service is to stop. */
extern HANDLE stop_requested;

/* ProgramData\Washdesk, in UTF-8. */
extern char data_folder[PATH_SIZE];

/* Converts a path of the portable core for Windows. */
const wchar_t *wide(const char *path, wchar_t out[PATH_SIZE]);

#endif
