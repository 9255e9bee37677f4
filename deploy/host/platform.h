/* What the supervisor needs of the operating system; linux.c and windows.c implement it. Paths are UTF-8 with forward slashes. */
#ifndef PLATFORM_H
#define PLATFORM_H

#include <stdbool.h>
#include <stddef.h>

#define PATH_SIZE 1024
#define FOREVER 0xFFFFFFFFu

bool file_exists(const char *path);

/* Reads at most size - 1 bytes and terminates them. Returns false if the file cannot be read. */
bool file_read(const char *path, char *text, size_t size);

/* Replaces the whole content. After a power failure the file has its old or its new content. */
bool file_replace(const char *path, const char *text);

void file_remove(const char *path);

/* Milliseconds of a clock that never goes back. */
long long now_ms(void);

void log_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Sleeps, and returns true as soon as the host has to stop. */
bool stop_requested_within(unsigned ms);

enum agent_event { AGENT_STILL_RUNS, AGENT_EXITED, HOST_MUST_STOP };

/* Starts the agent of a version's folder with the configuration in the data folder. At most one runs at a time. */
bool agent_start(const char *data, const char *version_folder);

/* Waits for the agent's end, for a request to stop, or for the time. Sets the exit code if the agent has exited. */
enum agent_event agent_wait(unsigned ms, int *exit_code);

/* Asks the agent to stop, and kills it after AGENT_GRACE_MS. Returns its exit code. */
int agent_stop(void);

#ifndef AGENT_GRACE_MS
#define AGENT_GRACE_MS 20000
#endif

#ifdef _WIN32
#define AGENT_NAME "agent.exe"
#else
#define AGENT_NAME "agent"
#endif

#endif
