import { runSimulator } from '../device-kit/run-simulator.ts';
import { startPhoneSimulator } from './phone-simulator.ts';

const flags = { account: 'AC00000000000000000000000000000000', token: 'a phone token', number: '+18155550199', inbound: '' };

await runSimulator(flags, (port, { account, token, number, inbound }) =>
  startPhoneSimulator({ port, account, token, number, ...(inbound && { inbound: { url: inbound, signedAs: inbound } }) }),
);
