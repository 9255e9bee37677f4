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
  /** The list-unsubscribe link; null if there is none. */
  unsubscribe: string | null;
  /** Epoch milliseconds. */
  at: number;
}

export async function readMail(source: Buffer, recipients: readonly string[]): Promise<Mail> {
  const { messageId, from, to, subject, text, headers } = await PostalMime.parse(source);
  const unsubscribe = headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
  return {
    messageId: messageId ?? '',
    recipients,
    from: from?.address ?? '',
    to: to?.map(({ address }) => address ?? '').join(', ') ?? '',
    subject: subject ?? '',
    text: (text ?? '').trimEnd(),
    unsubscribe: /<(http[^>]+)>/.exec(unsubscribe)?.[1] ?? null,
    at: performance.timeOrigin + performance.now(),
  };
}
