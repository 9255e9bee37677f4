/** Saves a text or bytes as a download. */
export function saveFile(name: string, content: string | Uint8Array<ArrayBuffer>, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // browsers read the address after the click; a minute is enough for any file
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

// without it spreadsheets assume another encoding, and fetch strips it
const byteOrderMark = '\uFEFF';

export const saveCsv = (name: string, text: string): void => saveFile(name, byteOrderMark + text, 'text/csv');
