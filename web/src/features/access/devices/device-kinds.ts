import type { Device } from '@washdesk/contracts/access/device';

/** The kinds of device in people's words. */
export const deviceKinds: Record<Device['kind'], string> = { register: 'Register', tablet: 'Tablet', lane_board: 'Lane board' };
