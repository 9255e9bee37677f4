/** The id in a reference that may be expanded. @throws Error for none */
export function idOf(reference: string | { id: string } | null | undefined): string {
  if (!reference) throw new Error('there is no reference');
  return typeof reference === 'string' ? reference : reference.id;
}
