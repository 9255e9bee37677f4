import type { Db } from '../../../db/pool.ts';
import type { OfferingFeature } from '../../../feature.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SessionEnds } from '../../../ports/session-ends.ts';
import { deviceRoutes } from './device.routes.ts';
import { DeviceService } from './device.service.ts';
import { EnrolmentService } from './enrolment.service.ts';

interface Dependencies {
  db: Db;
  clock: Clock;
  systemClock: Clock;
  sessionEnds: SessionEnds;
  publicUrl: string;
}

export function createDevices({ db, clock, systemClock, sessionEnds, publicUrl }: Dependencies) {
  const devices = new DeviceService({ db, clock, sessionEnds });
  const enrolments = new EnrolmentService({ db, clock, systemClock, publicUrl });
  return {
    officeAuditKinds: ['device'],
    routes: deviceRoutes({ devices, enrolments }),
    /** For `CallerSource`. */
    deviceOf: (secret: string, ip: string) => devices.deviceOf(secret, ip),
    /** For the command line, which enrolls a company's first device. */
    enrolments,
  } satisfies OfferingFeature;
}
