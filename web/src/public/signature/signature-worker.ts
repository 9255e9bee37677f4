import { serveOffline, type OfflineBuild, type WorkerScope } from './offline-copy.ts';

/** Inserted by the build (`web/offline-files.ts`). */
declare const offlineBuild: OfflineBuild;

serveOffline(globalThis as unknown as WorkerScope, offlineBuild);
