import { anId } from './examples.ts';

const UPLOADS = '/api/uploads';

/**
 * Answers the protocol by which files are sent ahead of their post (tus): every file arrives whole. Undefined for
 * any other request; `onStarted` is told the name of each file and the id that it gets.
 */
export async function answerUpload(
  request: Request,
  onStarted: (name: string, id: string) => void,
): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  const headers = { 'tus-resumable': '1.0.0' };
  if (pathname === UPLOADS && request.method === 'POST') {
    const id = anId();
    onStarted(readFileName(request.headers.get('upload-metadata') ?? ''), id);
    const location = `${UPLOADS}/${id}`;
    return new Response(null, { status: 201, headers: { ...headers, location } });
  }
  if (!pathname.startsWith(`${UPLOADS}/`)) return undefined;
  if (request.method === 'DELETE') return new Response(null, { status: 204, headers });
  const offset = Number(request.headers.get('upload-offset'));
  const { size } = await request.blob();
  return new Response(null, {
    status: 204,
    headers: { ...headers, 'upload-offset': String(offset + size) },
  });
}

/** The name of the file among what is said of it, in base64. */
function readFileName(metadata: string): string {
  const value = /(?:^|,)filename ([^,]*)/.exec(metadata)?.[1] ?? '';
  const bytes = Uint8Array.from(atob(value), (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}
