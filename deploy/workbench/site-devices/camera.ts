import type { CameraSimulator } from '@washdesk/simulators/camera/camera-simulator';
import { count, noAnswer, type SiteDevice } from './site-device.ts';

const label = 'Plate camera';
const id = 'camera';
/** Of a camera that only exists on this machine. */
const secret = '5bd0e1c7a2f94c3e8d617b20f49ac836';

export const camera: SiteDevice<ReturnType<CameraSimulator['state']>> = {
  simulator: 'camera',
  flags: ({ receiver }) => ({ format: 'axis', target: `${receiver}/plates/${id}/${secret}` }),
  agentDevices: ({ host, port }, siteName) => [
    { id, name: `${siteName} camera`, driver: 'plate-camera', format: 'axis', lane: 1, host, probePort: port, push: { secret } },
  ],
  faults: [
    { name: 'cut', label: 'Plate camera without network', on: { cut: true }, off: { cut: false }, isOn: ({ behaviour }) => behaviour.cut },
  ],
  rows(state) {
    if (!state) return [{ label, mark: noAnswer }];
    const last = state.statuses.at(-1);
    const mark =
      last === undefined || last === 200 ? ({ tone: 'go', text: 'ready' } as const) : ({ tone: 'stop', text: `refused: ${last}` } as const);
    return [{ label, mark, note: `${count(state.statuses.length, 'post')} sent` }];
  },
};
