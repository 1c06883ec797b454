import type { ApprovalPreview } from '@pontual/contract/planning/approvals.ts';
import { formatFullDay, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { mediaTypeNames } from '@pontual/contract/posts/post-rules.ts';
import type { ReactNode } from 'react';

export function ApprovalFacts({ view }: { view: ApprovalPreview }) {
  const { post } = view;
  const texts = post.mediaItems.flatMap(({ altText }) => (altText ? [altText] : []));
  return (
    <section aria-labelledby="sobre-o-post">
      <h2 id="sobre-o-post" className="sr-only">
        Sobre o post
      </h2>
      <dl className="grid gap-4">
        <Fact term="Sai em">
          {post.scheduledTime === null ? (
            'Ainda sem data'
          ) : post.scheduledTime === '' ? (
            'Data inválida'
          ) : (
            <DueTime iso={post.scheduledTime} />
          )}
        </Fact>
        <Fact term="Tipo">{mediaTypeText(view)}</Fact>
        <Fact term="Legenda">
          {post.caption.trim() === '' ? (
            <span className="text-ink-3">Sem legenda</span>
          ) : (
            <span className="whitespace-pre-line">{post.caption}</span>
          )}
        </Fact>
        {post.firstComment === '' ? null : (
          <Fact term="Primeiro comentário">
            <span className="whitespace-pre-line">{post.firstComment}</span>
          </Fact>
        )}
        {listOtherFacts(view).map(([term, text]) => (
          <Fact key={term} term={term}>
            {text}
          </Fact>
        ))}
        {texts.length === 0 ? null : (
          <Fact term="Texto para quem não vê as imagens">{texts.join(' · ')}</Fact>
        )}
      </dl>
    </section>
  );
}

/** An approval covers these details too; the phone preview shows some only on touch or not at all. */
function listOtherFacts({ post, location }: ApprovalPreview): [term: string, text: string][] {
  const { reelsConfig: reels } = post;
  const people = [...new Set(post.userTags.map(({ username }) => username))];
  const facts: [string, string | null][] = [
    ['Pessoas marcadas', namesText(people)],
    ['Local', location],
    ['Colaboradores', namesText(post.collaborators)],
    ['Áudio', reels?.audioName ?? null],
    ['No feed', reels === null ? null : reels.shareToFeed ? 'Sim' : 'Não, só na aba Reels'],
  ];
  return facts.flatMap(([term, text]) => (text === null ? [] : [[term, text]]));
}

const namesText = (names: readonly string[]): string | null =>
  names.length === 0 ? null : names.map((name) => `@${name}`).join(', ');

function mediaTypeText({ post }: ApprovalPreview): string {
  const name = mediaTypeNames[post.mediaType];
  return post.mediaType === 'CAROUSEL' ? `${name}, ${post.mediaItems.length} itens` : name;
}

function DueTime({ iso }: { iso: string }) {
  const dueAt = new Date(iso);
  return (
    <time dateTime={iso} className="flex flex-wrap items-baseline gap-x-3">
      <span className="figure-big text-[2.75rem]">{formatTime(dueAt)}</span>{' '}
      <span className="text-ink-2">{formatFullDay(dueAt)}, horário de Brasília</span>
    </time>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs font-medium text-ink-3">{term}</dt>
      <dd className="mt-1 leading-[1.6] wrap-anywhere">{children}</dd>
    </div>
  );
}
