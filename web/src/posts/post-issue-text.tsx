import type { Post } from '@pontual/contract/posts/posts.ts';
import { useMinute } from '../ui/page/use-minute.ts';
import { cx } from '../ui/cx.ts';
import { progressBar } from '../ui/progress-bar.ts';
import { getPostIssue, type PostIssueLine } from './post-issue.rules.ts';

const tones: Record<PostIssueLine['tone'], string> = {
  bad: 'text-bad-text',
  warn: 'text-warn-text',
  plain: 'text-ink-3',
};

export function PostIssueText(props: { post: Post; connected: boolean; className?: string }) {
  const now = useMinute();
  const issue = getPostIssue(props.post, props.connected, now);
  if (issue === null) return null;
  return (
    <p className={cx('text-xs leading-[1.4] wrap-anywhere', tones[issue.tone], props.className)}>
      {issue.text}
      {issue.progress === null ? null : (
        <progress
          aria-label="Conversão do vídeo"
          max={100}
          value={issue.progress}
          className={cx(progressBar, 'my-1 h-1 max-w-60')}
        />
      )}
      {issue.forecast === null ? null : (
        <b className="tnum block font-semibold">{issue.forecast}</b>
      )}
    </p>
  );
}
