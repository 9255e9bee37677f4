/* The installed versions of the agent, and which of them runs. In the data folder:
 *   versions/<v>/agent[.exe]  a version
 *   versions/<v>/healthy      written by the agent of this version when it works
 *   versions/<v>/alive        changed by the agent every few seconds
 *   versions/<v>/hung         the host ended this agent because it hung; the agent removes it
 *   current.txt               the version that runs
 *   next.txt                  an update on trial
 *   failed.txt                the last update that failed its trial, and why in a second line; it is not tried again
 */
#ifndef VERSIONS_H
#define VERSIONS_H

#include <stdbool.h>

#define VERSION_SIZE 41
#define REASON_SIZE 60
#define ALIVE_SIZE 24

struct versions {
    const char *data;
    /* Also in memory: a disk that is full must not make the host try the same version forever. */
    char failed[VERSION_SIZE];
};

enum choice { NO_VERSION, RUN_CURRENT, RUN_TRIAL };

void versions_open(struct versions *versions, const char *data);

/* Chooses the version to start: an update that has not failed, otherwise the current version. */
enum choice versions_choose(const struct versions *versions, char version[VERSION_SIZE]);

bool versions_is_healthy(const struct versions *versions, const char *version);

/* Reads what the agent changes while it is alive. Returns false if it never wrote it: an agent may be older than its host. */
bool versions_alive(const struct versions *versions, const char *version, char alive[ALIVE_SIZE]);

void versions_forget_alive(const struct versions *versions, const char *version);

/* Returns false if the disk cannot be written: then the agent cannot show that it is alive either. */
bool versions_note_hang(const struct versions *versions, const char *version);

/* Makes the version on trial the current one. */
void versions_keep(const struct versions *versions, const char *version);

/* Goes back to the current version. The reason is a part of a sentence, for the agent's report. */
void versions_roll_back(struct versions *versions, const char *version, const char *reason);

/* Makes an installed version the current one, without a trial. Returns false if it is not installed. */
bool versions_use(const char *data, const char *version);

void versions_folder(const struct versions *versions, const char *version, char *path, unsigned long size);

#endif
