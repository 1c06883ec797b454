/** A picture as a camera would have made it, of one colour. */
export async function aPictureFile(
  name: string,
  { width, height } = { width: 640, height: 800 },
): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the browser draws nothing');
  context.fillStyle = '#8a5a3c';
  context.fillRect(0, 0, width, height);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg' });
  return new File([blob], name, { type: 'image/jpeg' });
}

/** A CSV as a spreadsheet in Portuguese saves it. */
export function aSheetFile(name: string, rows: readonly (readonly string[])[]): File {
  const quoted = (cell: string) => (/[;"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const text = rows.map((row) => `${row.map(quoted).join(';')}\r\n`).join('');
  return new File(['\uFEFF', text], name, { type: 'text/csv' });
}
