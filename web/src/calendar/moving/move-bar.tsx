import type { Post } from '@pontual/contract/posts/posts.ts';
import { useInstagramAccountNames } from '../../instagram/instagram-account-names.ts';
import { Button } from '../../ui/button.tsx';
import { postLabel } from '../calendar-labels.ts';

export function MoveBar({ post, onCancel }: { post: Post; onCancel: () => void }) {
  const accountName = useInstagramAccountNames()(post);
  return (
    <div className="sticky top-14 z-[3] flex items-center gap-3 border-y border-line bg-ipe-soft py-2 pr-2 pl-4 lg:static lg:pl-[22px]">
      <p className="min-w-0 flex-1 text-sm">
        <b className="block truncate font-semibold">{postLabel(post, accountName)}</b>
        <span className="lg:hidden">Toque no novo lugar.</span>
        <span className="max-lg:hidden">
          Escolha o novo lugar com um clique, ou com as setas e Enter.
        </span>
      </p>
      <Button variant="line" size="sm" onClick={onCancel}>
        Cancelar
      </Button>
    </div>
  );
}
