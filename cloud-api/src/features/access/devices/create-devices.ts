import type { KeyObject } from 'node:crypto';
import type { Alert } from '../../../common/alert.ts';
import { rotatingSecrets } from '../../../common/rotating-secrets.ts';
import type { Db } from '../../../db/pool.ts';
import type { OfferingFeature } from '../../../feature.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SessionEnds } from '../../../ports/session-ends.ts';
import { DeviceCookies } from './device-cookies.ts';
import { deviceRoutes } from './device.routes.ts';
import { DeviceService } from './device.service.ts';
import { EnrolmentService } from './enrolment.service.ts';

interface Dependencies {
  db: Db;
  clock: Clock;
  systemClock: Clock;
  sessionEnds: SessionEnds;
  publicUrl: string;
  /** Derives the key of device cookies. */
  key: KeyObject;
  alert: Alert;
}

export function createDevices({ db, clock, systemClock, sessionEnds, publicUrl, key, alert }: Dependencies) {
  const secrets = rotatingSecrets(key, 'device cookie');
  const cookies = new DeviceCookies({ db, clock, systemClock, sessionEnds, secrets, alert });
  const devices = new DeviceService({ db, clock, sessionEnds, cookies });
  const enrolments = new EnrolmentService({ db, clock, systemClock, publicUrl });
  return {
    officeAuditKinds: ['device'],
    routes: deviceRoutes({ devices, enrolments }),
    /** For `CallerSource`. */
    deviceOf: (secret: string, ip: string) => cookies.deviceOf(secret, ip),
    isInService: (id: string) => cookies.isInService(id),
    /** For the command line, which enrolls a company's first device. */
    enrolments,
  } satisfies OfferingFeature;
}
