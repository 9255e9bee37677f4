import { REGISTER_TERMINAL, registerUrl } from './registers.ts';
import { localPageUrl, localPins } from './site-services.ts';
import type { Workbench } from './workbench.ts';

/** Returns what `npm start` prints when ready: addresses, logins, codes to try. */
export async function startupSummary(workbench: Workbench, page: string): Promise<string> {
  const { company, url, port } = workbench;
  const links = await Promise.all(
    company.sites.map(async ({ number, name }) => {
      const newDevice = { kind: 'register', name: `${name} Washcashier1`, site: number, terminal: 'Washcashier1' } as const;
      // the logins are of use without a link, which the workbench page makes too
      const link = await workbench.enrolmentLink(newDevice).catch((error: Error) => `not now (${error.message}); see ${page}`);
      return `  ${name.padEnd(14)} ${link}`;
    }),
  );
  const logins = company.logins.map(
    ({ name, roleNames, employeeNumber, pin, username, password }) =>
      `  ${String(employeeNumber).padEnd(6)} PIN ${pin}   ${username.padEnd(8)} ${password.padEnd(22)} ${name} (${roleNames.join(', ')})`,
  );
  const plates = [...Object.values(company.edgeCases), ...Object.values(company.giftCards)].map(
    ({ code, says }) => `  ${code.padEnd(14)} ${says}`,
  );
  return [
    '',
    `The app        ${url}`,
    `The workbench  ${page}`,
    ...company.sites.map(({ number, name }) => `A register     ${registerUrl(port, number)} (${name} ${REGISTER_TERMINAL})`),
    ...company.sites.map(
      ({ number, name }) =>
        `A local page   ${localPageUrl(port, number)} (${name}, PIN ${localPins.it} of IT, ${localPins.cashier} of cashiers)`,
    ),
    '',
    'Open one of these first: it enrolls your browser as the register Washcashier1 (once, within 24 h).',
    ...links,
    '',
    'Who can sign in: number and PIN on the keypad, or username and password',
    ...logins,
    ...oneTimeCodes(process.env['WASHDESK_ONE_TIME_CODES']),
    '',
    'Codes to try',
    ...plates,
    '',
  ].join('\n');
}

/** Returns where the one-time codes come from, if they are on. */
export const oneTimeCodes = (roles: string | undefined): string[] =>
  roles === undefined || roles === 'off'
    ? []
    : [
        `  One-time codes are on (${roles}). The first sign-in shows a QR code for an authenticator app on a phone, which makes the codes.`,
        '  "npm run staff -- reset-code <number>" sets them up anew.',
      ];
