import PostalMime from 'postal-mime';

export interface Mail {
  messageId: string;
  /** The envelope recipients. */
  recipients: readonly string[];
  from: string;
  /** The recipient in the header. */
  to: string;
  subject: string;
  text: string;
  /** Null for a mail of text alone. */
  html: string | null;
  /** The list-unsubscribe link; null if there is none. */
  unsubscribe: string | null;
  /** Epoch milliseconds. */
  at: number;
}

export async function readMail(source: Buffer, recipients: readonly string[]): Promise<Mail> {
  const { messageId, from, to, subject, text, html, headers } = await PostalMime.parse(source);
  const unsubscribe = headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
  return {
    messageId: messageId ?? '',
    recipients,
    from: from?.address ?? '',
    to: to?.map(({ address }) => address ?? '').join(', ') ?? '',
    subject: subject ?? '',
    text: (text ?? '').trimEnd(),
    html: html?.trimEnd() ?? null,
    unsubscribe: /<(http[^>]+)>/.exec(unsubscribe)?.[1] ?? null,
    at: performance.timeOrigin + performance.now(),
  };
}
