import type { Device } from '@washdesk/contracts/access/device';

/** What people call the kinds of device. */
export const deviceKinds: Record<Device['kind'], string> = { register: 'Register', tablet: 'Tablet', lane_board: 'Lane board' };
