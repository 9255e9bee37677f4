import { parseArgs } from 'node:util';
import { createEnrolment } from '@washdesk/contracts/access/device';
import { systemClock } from '../adapters/clock/system-clock.ts';
import { programPrincipal } from '../common/caller.ts';
import { EnrolmentService } from '../features/access/devices/enrolment.service.ts';
import { runTool, UsageProblem } from './tool.ts';

const usage = `Usage: node cloud-api/src/cli/devices.ts enrol --site <number> --kind <register|tablet|lane_board> --name <name>
  [--terminal <Sitewatch terminal>] [--public-url <address>, else WASHDESK_PUBLIC_URL] [--json]`;

function publicUrl(given: string | undefined): string {
  const url = given ?? process.env['WASHDESK_PUBLIC_URL'];
  if (url && /^https?:\/\//.test(url) && URL.canParse(url)) return url;
  throw new UsageProblem('Set --public-url or WASHDESK_PUBLIC_URL to the http or https address of Washdesk');
}

const text = { type: 'string' } as const;

/** Enrolls a company's first device here: without a device, no user can sign in to create a link. */
await runTool(async ({ db }) => {
  const options = { site: text, kind: text, name: text, terminal: text, 'public-url': text, json: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (positionals.length !== 1 || positionals[0] !== 'enrol') throw new UsageProblem(usage);
  const { site, kind, name, terminal = null } = values;
  const asked = createEnrolment.body.safeParse({ site: Number(site), kind, name, terminal });
  if (!asked.success)
    throw new UsageProblem([...asked.error.issues.map((one) => `--${one.path.join('.')}: ${one.message}`), usage].join('\n'));

  const enrolments = new EnrolmentService({ db, clock: systemClock, systemClock, publicUrl: publicUrl(values['public-url']) });
  const { id, link, expires } = await enrolments.createLink(asked.data, programPrincipal('command line', 'Command line', 'cli:devices'));
  console.log(
    values.json ? JSON.stringify({ id, link, expires }) : `${link}\nOpen it once on the device, before ${expires.toISOString()}.`,
  );
});
