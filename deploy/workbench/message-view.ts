/** The latest messages that reached people's phones and mailboxes, newest first; null while a stand-in does not answer. */
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

/** @param stateOf a stand-in's state by its name; null while it does not answer */
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
