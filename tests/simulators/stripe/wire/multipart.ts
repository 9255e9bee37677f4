/** The parameter of an upload that contains the file. */
export const fileFieldName = 'file';

/** A file in `Input`: `file[name]`, and `file[data]` in base64. */
export interface SentFile {
  name: string;
  data: string;
}

export const isMultipart = (contentType: string | undefined): boolean => contentType?.startsWith('multipart/form-data') === true;

/** Converts a multipart body to form text, with files in base64, so that later code reads only one notation. */
export async function formOfMultipart(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<string> {
  const sent = await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
  const form = new URLSearchParams();
  for (const [name, value] of sent) {
    if (typeof value === 'string') {
      form.append(name, value);
    } else {
      form.append(`${name}[name]`, value.name);
      form.append(`${name}[data]`, Buffer.from(await value.arrayBuffer()).toString('base64'));
    }
  }
  return form.toString();
}
