import type { Post } from '@pontual/contract/posts.ts';
import { useMinute } from '../shell/minute.ts';
import { cx } from '../ui/cx.ts';
import { progressBar } from '../ui/progress-bar.ts';
import { remarkOf, type Remark } from './mending.ts';

const tones: Record<Remark['tone'], string> = {
  bad: 'text-bad-text',
  warn: 'text-warn-text',
  plain: 'text-ink-3',
};

/** Why a post waits or did not go out, how far it is, and when it is expected to go on. */
export function PostRemark(props: { post: Post; connected: boolean; className?: string }) {
  const now = useMinute();
  const remark = remarkOf(props.post, props.connected, now);
  if (remark === null) return null;
  return (
    <p className={cx('text-xs leading-[1.4] wrap-anywhere', tones[remark.tone], props.className)}>
      {remark.text}
      {remark.progress === null ? null : (
        <progress
          aria-label="Conversão do vídeo"
          max={100}
          value={remark.progress}
          className={cx(progressBar, 'my-1 h-1 max-w-60')}
        />
      )}
      {remark.forecast === null ? null : (
        <b className="tnum block font-semibold">{remark.forecast}</b>
      )}
    </p>
  );
}
