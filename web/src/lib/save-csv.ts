// without it spreadsheets assume another encoding, and fetch strips it
const byteOrderMark = '\uFEFF';

/** Saves the text of a CSV file as a download. */
export function saveCsv(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([byteOrderMark + text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // browsers read the address after the click; a minute is enough for any file
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
