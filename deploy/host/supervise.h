#ifndef SUPERVISE_H
#define SUPERVISE_H

/* How long an update on trial must run; by then it must be connected. It is checked so many times. */
#ifndef TRIAL_MS
#define TRIAL_MS 60000
#endif
#define TRIAL_CHECKS 4
#define TRIAL_CHECK_MS (TRIAL_MS / TRIAL_CHECKS)

/* At how many checks an update must be connected: an update that connects late is on trial for longer. */
#define CONNECTED_CHECKS 3

/* An agent hangs that was alive and then not at so many checks in a row. After the computer slept one check may fail. */
#ifndef ALIVE_CHECK_MS
#define ALIVE_CHECK_MS 15000
#endif
#define MOST_FAILED_CHECKS 8
#define MOST_FAILED_CHECKS_ON_TRIAL 2

/* The agent's exit code for "start me again": an update or a configuration lies ready. */
#define EXIT_RESTART 75

/* Keeps an agent running until the host has to stop. */
void supervise(const char *data);

#endif
