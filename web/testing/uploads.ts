import { anId } from './examples.ts';

const UPLOADS = '/api/uploads';

/** Every file arrives completely. Returns undefined for any other request; `onStarted` gets name and id. */
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

function readFileName(metadata: string): string {
  const value = /(?:^|,)filename ([^,]*)/.exec(metadata)?.[1] ?? '';
  const bytes = Uint8Array.from(atob(value), (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}
