import type { z } from 'zod';
import type { modbusGateFields } from '@washdesk/site-protocol/site-configuration/devices/modbus-gate';

export type ModbusGateConfig = z.output<z.ZodObject<typeof modbusGateFields>>;
