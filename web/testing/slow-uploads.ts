import { server } from './stub-server.ts';

const PATH = '/api/uploads';
const TUS = { 'tus-resumable': '1.0.0' };

export function slowUploads() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const startedUrls: string[] = [];
  const canceledPaths: string[] = [];
  server.answerPath('POST', PATH, () => {
    const location = `${PATH}/upload-${startedUrls.length + 1}`;
    return new Response(null, { status: 201, headers: { ...TUS, location } });
  });
  server.answerPath('PATCH', `${PATH}/.*`, async (request) => {
    startedUrls.push(request.url);
    const { size } = await request.clone().blob();
    await promise;
    const offset = Number(request.headers.get('upload-offset')) + size;
    return new Response(null, { status: 204, headers: { ...TUS, 'upload-offset': `${offset}` } });
  });
  server.answerPath('DELETE', `${PATH}/.*`, ({ url }) => {
    canceledPaths.push(new URL(url).pathname);
    return new Response(null, { status: 204, headers: TUS });
  });
  return { startedUrls, canceledPaths, release: resolve };
}
