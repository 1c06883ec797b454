import type { Violation } from './checker.ts';
import type { Evidence } from './evidence.ts';

const formatTime = (at: Date | number) => new Date(at).toISOString().slice(11, 23);

export function describePost({ postId }: Violation, evidence: Evidence): string[] {
  const post = evidence.posts.find(({ id }) => id === postId);
  if (postId === undefined) return [];
  const containers = evidence.storedContainers.filter((one) => one.post_id === postId);
  const ids = new Set(containers.map(({ graph_id: id }) => id));
  const media = evidence.media.filter(
    ({ container_id: id, id: mediumId }) => ids.has(id) || mediumId === post?.media_id,
  );
  const lines: [number, string][] = [
    ...evidence.events
      .filter((event) => event.post_id === postId)
      .map(({ at, kind, detail }): [number, string] => [
        at.getTime(),
        `event ${kind} ${JSON.stringify(detail)}`,
      ]),
    ...containers.map(({ graph_id: id, revision }): [number, string] => {
      const found = evidence.containers.get(id);
      return [
        found?.created_at_ms ?? 0,
        `container ${id} revision ${revision}: ${found?.state}, published as ${found?.published_as}`,
      ];
    }),
    ...evidence.publishCalls
      .filter(({ params }) => ids.has(params['creation_id'] ?? ''))
      .map(({ time, params, status }): [number, string] => [
        time,
        `call media_publish ${params['creation_id']}: ${status}`,
      ]),
    ...media.map(
      ({ published_at_ms: at, id, container_id: container, caption }): [number, string] => [
        at,
        `medium ${id} of ${container}: ${JSON.stringify(caption)}`,
      ],
    ),
  ];
  const sorted = lines.toSorted(([one], [other]) => one - other);
  return [
    `post ${JSON.stringify(post)}`,
    ...sorted.map(([at, line]) => `  ${formatTime(at)} ${line}`),
  ];
}
