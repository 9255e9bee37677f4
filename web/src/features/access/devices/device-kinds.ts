import type { Device } from '@washdesk/contracts/access/device';

/** The kinds of device with their display names. */
export const deviceKinds: Record<Device['kind'], string> = { register: 'Register', tablet: 'Tablet', lane_board: 'Lane board' };
