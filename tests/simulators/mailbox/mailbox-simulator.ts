import { callbackify } from 'node:util';
import { SMTPServer, type SMTPServerAddress, type SMTPServerDataStream } from 'smtp-server';
import { z } from 'zod';
import { DeviceServer } from '../device-kit/device-server.ts';
import type { RunningSimulator } from '../device-kit/run-simulator.ts';
import { readMail, type Mail } from './mail.ts';

export interface MailboxBehaviour {
  /** Connections are refused. */
  refuse: boolean;
  /** Mailboxes that do not exist: 550 5.1.1. */
  dead: string[];
  /** Rejects every recipient because of the sender: 550 5.7.1. */
  blocked: boolean;
  /** Accepts nothing for now: 451. */
  busy: boolean;
  /** Accepts the whole mail and never confirms it. */
  hang: boolean;
}

const behaviourChange = z.strictObject({
  refuse: z.boolean().optional(),
  dead: z.array(z.string()).optional(),
  blocked: z.boolean().optional(),
  busy: z.boolean().optional(),
  hang: z.boolean().optional(),
});

export interface MailboxSimulator extends RunningSimulator {
  state(): { mails: Mail[]; behaviour: MailboxBehaviour };
  behave(change: z.infer<typeof behaviourChange>): Promise<void>;
}

/** Starts a mail server that stores every mail, for all addresses. */
export async function startMailboxSimulator({ port = 0 }: { port?: number } = {}): Promise<MailboxSimulator> {
  const behaviour: MailboxBehaviour = { refuse: false, dead: [], blocked: false, busy: false, hang: false };
  const mails: Mail[] = [];
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo: (recipient, _session, done) => done(refusalOf(recipient, behaviour)),
    onData: (stream, session, done) => {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      keep(stream, recipients, (error, mail) => {
        if (error) return done(error);
        mails.push(mail);
        if (!behaviour.hang) done();
      });
    },
  });
  // clients may disconnect in the middle of a mail
  smtp.on('error', () => undefined);
  const server = new DeviceServer(port, (socket) => smtp.connect(socket));
  await server.listen();
  const behave = async (change: z.infer<typeof behaviourChange>): Promise<void> => {
    Object.assign(behaviour, change);
    await (behaviour.refuse ? server.close() : server.listen());
  };
  return {
    port: server.port,
    state: () => ({ mails, behaviour }),
    behave,
    posts: { behaviour: (body) => behave(behaviourChange.parse(body)) },
    stop: () => server.close(),
  };
}

const keep = callbackify(async (stream: SMTPServerDataStream, recipients: readonly string[]): Promise<Mail> => {
  const parts: Buffer[] = [];
  for await (const part of stream as AsyncIterable<Buffer>) parts.push(part);
  return readMail(Buffer.concat(parts), recipients);
});

const refusal = (code: number, message: string): Error => Object.assign(new Error(message), { responseCode: code });

function refusalOf({ address }: SMTPServerAddress, { dead, blocked, busy }: MailboxBehaviour): Error | null {
  if (busy) return refusal(451, '4.3.2 Please try again later');
  if (blocked) return refusal(550, '5.7.1 Your network is not welcome here');
  if (dead.includes(address)) return refusal(550, `5.1.1 <${address}>: no such mailbox here`);
  return null;
}
