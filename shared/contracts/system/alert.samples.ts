import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './alert.ts';

const params = { id: '019aa000-0000-7000-8000-0000000000a1' };
const notMeasured = 'one row by its key';

export const samples: SamplesOf<typeof contracts> = {
  listAlerts: { query: { state: 'open' }, bench: () => ({ query: { state: 'past' } }) },
  acknowledgeAlert: { params },
  saveAlertSettings: {
    body: {
      quietHours: { from: '21:00', to: '06:30' },
      timeZone: 'America/Chicago',
      criticalInQuietHours: true,
      escalateAfterMinutes: 15,
    },
  },
  addAlertRecipient: { body: { channel: 'email', name: 'IT on call', list: 'first', address: 'it@washdesk.example' } },
  removeAlertRecipient: { params },
  testAlertRecipient: { params },
  getAlertSecret: { params, notMeasured },
};
