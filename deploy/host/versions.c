#include "versions.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "platform.h"

static void path_of(const struct versions *versions, const char *name, char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s/%s", versions->data, name);
}

void versions_folder(const struct versions *versions, const char *version, char *path, unsigned long size)
{
    snprintf(path, size, "%s/versions/%s", versions->data, version);
}

static void path_in_version(const struct versions *versions, const char *version, const char *name, char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s/versions/%s/%s", versions->data, version, name);
}

/* A version is the name of a folder: it must not lead out of `versions`. */
static bool is_version(const char *text)
{
    if (!isalnum((unsigned char)text[0])) return false;
    for (const char *c = text; *c != '\0'; c++)
        if (!isalnum((unsigned char)*c) && strchr(".-+", *c) == NULL) return false;
    return true;
}

/* Reads the version that a file names. Returns false if there is none. */
static bool read_version(const struct versions *versions, const char *name, char version[VERSION_SIZE])
{
    char path[PATH_SIZE], text[VERSION_SIZE + 2];
    path_of(versions, name, path);
    if (!file_read(path, text, sizeof text)) return false;
    text[strcspn(text, "\r\n")] = '\0';
    if (strlen(text) >= VERSION_SIZE || !is_version(text)) return false;
    strcpy(version, text);
    return true;
}

static bool is_installed(const struct versions *versions, const char *version)
{
    char path[PATH_SIZE];
    path_in_version(versions, version, AGENT_NAME, path);
    return file_exists(path);
}

static bool write_text(const struct versions *versions, const char *name, const char *text)
{
    char path[PATH_SIZE];
    path_of(versions, name, path);
    bool written = file_replace(path, text);
    if (!written) log_line("%s cannot be written", path);
    return written;
}

static void remove_version(const struct versions *versions, const char *name)
{
    char path[PATH_SIZE];
    path_of(versions, name, path);
    file_remove(path);
}

void versions_open(struct versions *versions, const char *data)
{
    versions->data = data;
    if (!read_version(versions, "failed.txt", versions->failed)) versions->failed[0] = '\0';
}

enum choice versions_choose(const struct versions *versions, char version[VERSION_SIZE])
{
    char current[VERSION_SIZE] = "", next[VERSION_SIZE], healthy[PATH_SIZE];
    bool has_current = read_version(versions, "current.txt", current) && is_installed(versions, current);
    if (read_version(versions, "next.txt", next) && strcmp(next, versions->failed) != 0 && strcmp(next, current) != 0 &&
        is_installed(versions, next)) {
        path_in_version(versions, next, "healthy", healthy);
        file_remove(healthy);
        strcpy(version, next);
        return RUN_TRIAL;
    }
    /* Also after a power failure between the two writes of keep or roll back. */
    remove_version(versions, "next.txt");
    if (!has_current) return NO_VERSION;
    strcpy(version, current);
    return RUN_CURRENT;
}

bool versions_is_healthy(const struct versions *versions, const char *version)
{
    char path[PATH_SIZE];
    path_in_version(versions, version, "healthy", path);
    return file_exists(path);
}

bool versions_alive(const struct versions *versions, const char *version, char alive[ALIVE_SIZE])
{
    char path[PATH_SIZE];
    path_in_version(versions, version, "alive", path);
    return file_read(path, alive, ALIVE_SIZE);
}

void versions_forget_alive(const struct versions *versions, const char *version)
{
    char path[PATH_SIZE];
    path_in_version(versions, version, "alive", path);
    file_remove(path);
}

bool versions_note_hang(const struct versions *versions, const char *version)
{
    char path[PATH_SIZE];
    path_in_version(versions, version, "hung", path);
    return file_replace(path, "");
}

void versions_keep(const struct versions *versions, const char *version)
{
    write_text(versions, "current.txt", version);
    remove_version(versions, "next.txt");
}

void versions_roll_back(struct versions *versions, const char *version, const char *reason)
{
    char text[VERSION_SIZE + REASON_SIZE];
    snprintf(text, sizeof text, "%s\n%s", version, reason);
    strcpy(versions->failed, version);
    write_text(versions, "failed.txt", text);
    remove_version(versions, "next.txt");
}

bool versions_use(const char *data, const char *version)
{
    struct versions versions = {.data = data};
    if (strlen(version) >= VERSION_SIZE || !is_version(version) || !is_installed(&versions, version)) return false;
    remove_version(&versions, "next.txt");
    remove_version(&versions, "failed.txt");
    return write_text(&versions, "current.txt", version);
}
