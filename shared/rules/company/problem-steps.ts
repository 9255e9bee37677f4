import { adviceIn } from './reported-sentence.ts';

/** What a person does about a problem of the agent, by its code. */
const ofCode: Readonly<Record<string, string>> = {
  'disk-space': 'Delete old backups, logs and downloads from the disk of the site’s computer.',
  disk: 'Free space on the disk of the site’s computer at once. If it isn’t full, replace the disk.',
  'journal-space': 'Restore the site’s internet connection, so that the waiting events reach Washdesk.',
  journal: 'Compare the last gate openings with the washes of this site, then check the disk of its computer.',
  backup: 'Make sure the backup folder exists, that its disk has free space, and that the agent may write to it.',
  'local-page': 'Correct the address of the local page in the agent’s file, or close the other program that uses its port.',
  clock: 'Turn on automatic time (NTP) on the site’s computer.',
  configuration: 'Correct this part in the site’s configuration and save it.',
  enrollment: 'Create a new code at Site agents, then run “site-agent enroll” on the site’s computer.',
  'second-agent': 'Uninstall the agent on the computer that isn’t the site’s.',
  'site-certificate': 'Enroll this site again at Site agents before the certificate expires.',
  'certificate-renewal':
    'Check the site’s internet connection and the free space on its computer. If both are fine, enroll the site again.',
  'command-keys': 'Free space on the disk of the site’s computer, then restart the agent.',
  'broker-certificate': 'Renew the certificate of the broker and restart the broker.',
  cloud: 'Make sure the site’s internet connection works and its firewall lets the agent reach Washdesk by HTTPS.',
  roster: 'Make sure the site’s internet connection works and its firewall lets the agent reach Washdesk by HTTPS.',
  'roster-too-old': 'Restore the site’s internet connection: the agent then loads the list of members by itself.',
};

const bySentence: readonly (readonly [RegExp, string])[] = [
  [/service account/, 'Create a new secret for the site’s service account, and enter it in the agent’s file.'],
  [/refuses the certificate/, 'Enroll this site again at Site agents.'],
  [/stood still/, 'Turn off sleep on the site’s computer, and close other programs that slow it down.'],
  [/GB of memory/, 'Restart the agent, then send the site’s support bundle to support.'],
];

const lastResort = 'Send the site’s support bundle to support.';

/** Returns what a person does about a problem that an agent reports (docs/decisions/0142-next-steps.md). */
export function problemStep(code: string, sentence: string): string {
  return bySentence.find(([pattern]) => pattern.test(sentence))?.[1] ?? ofCode[code] ?? adviceIn(sentence) ?? lastResort;
}
