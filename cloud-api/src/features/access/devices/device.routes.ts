import {
  createEnrolment,
  currentDevice,
  enrol,
  enrolmentPreview,
  listDevices,
  revokeDevice,
  setDeviceNetworks,
  type Device,
} from '@washdesk/contracts/access/device';
import { deviceCookie, deviceCookieOptions } from '../../../common/caller.ts';
import { principalOf, route, type Route } from '../../../http/route.ts';
import type { DeviceService } from './device.service.ts';
import type { EnrolmentService } from './enrolment.service.ts';

type Kept = Awaited<ReturnType<DeviceService['revoke']>>;

const shown = ({ enrolled, lastSeen, revoked, ...same }: Kept): Device => ({
  ...same,
  enrolled: enrolled.toISOString(),
  lastSeen: lastSeen?.toISOString() ?? null,
  revoked: revoked?.toISOString() ?? null,
});

export function deviceRoutes({ devices, enrolments }: { devices: DeviceService; enrolments: EnrolmentService }): Route[] {
  return [
    route(createEnrolment, async (input) => {
      const { id, link, expires } = await enrolments.createLink(input.body, principalOf(input.caller));
      return { id, link, expires: expires.toISOString() };
    }),
    route(enrolmentPreview, async ({ body }) => {
      const { expires, ...what } = await enrolments.preview(body.token);
      return { ...what, expires: expires.toISOString() };
    }),
    route(enrol, async ({ body, caller, reply }) => {
      const { device, secret } = await enrolments.enrol(body.token, caller);
      reply.cookie(deviceCookie, secret, deviceCookieOptions);
      return { device: shown(device) };
    }),
    route(currentDevice, async ({ caller }) => {
      const device = caller.device && (await devices.byId(caller.device.id));
      return { device: device && shown(device) };
    }),
    route(listDevices, async () => {
      const all = (await devices.list()).map(shown);
      return { devices: all, count: all.length };
    }),
    route(setDeviceNetworks, async ({ params, body, caller }) => ({
      device: shown(await devices.limitTo(params.id, body, principalOf(caller))),
    })),
    route(revokeDevice, async (input) => ({ device: shown(await devices.revoke(input.params.id, principalOf(input.caller))) })),
  ];
}
