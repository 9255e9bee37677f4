export type File = ReturnType<typeof makeFile>;

interface Parts {
  id: string;
  /** Epoch seconds. */
  created: number;
  filename: string;
  purpose: string;
  /** Base64. */
  data: string;
}

export function makeFile({ id, created, filename, purpose, data }: Parts) {
  return {
    id,
    object: 'file' as const,
    created,
    expires_at: null,
    filename,
    links: { object: 'list', data: [], has_more: false, url: `/v1/file_links?file=${id}` },
    purpose,
    size: Buffer.from(data, 'base64').length,
    title: null,
    type: /\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? null,
    url: `https://files.stripe.com/v1/files/${id}/contents`,
    /** The uploaded content in base64. Never shown. */
    data,
  };
}
