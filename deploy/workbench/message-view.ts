/** The latest messages in people's phones and mailboxes, newest first; null while a simulator does not respond. */
export interface MessagesView {
  readonly texts: readonly TextView[] | null;
  readonly mails: readonly MailView[] | null;
}

interface TextView {
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly direction: string;
}

interface MailView {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

const SHOWN = 8;

/** @param stateOf returns a simulator's state by its name; null while it does not respond */
export async function messagesView(stateOf: <T>(name: string) => Promise<T | null>): Promise<MessagesView> {
  const [phone, mailbox] = await Promise.all([
    stateOf<{ texts: readonly TextView[] }>('phone'),
    stateOf<{ mails: readonly MailView[] }>('mailbox'),
  ]);
  return {
    texts: phone && phone.texts.slice(-SHOWN).toReversed(),
    mails: mailbox && mailbox.mails.slice(-SHOWN).toReversed(),
  };
}
