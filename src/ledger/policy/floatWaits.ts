import type { Ledger } from '../connection/ledger.ts'

/**
 * For each batch and operator that waits for a float, find the smallest pending row. It reads all pending rows of the batch, and so only does it when
 * more of the float is left than the last time.
 */
export async function measureWaits({ pool }: Ledger, sandbox: boolean): Promise<void> {
  await pool.query(measureSql, [sandbox])
}

const measureSql = `
with waiting as materialized (
  select w.batch_no, w.operator, payrun.float_room(f) as room
    from payrun.float_waits w
    join payrun.batches b on b.batch_no = w.batch_no
    join payrun.floats f on f.sandbox = b.sandbox and f.currency = w.currency
   where b.sandbox = $1
     and b.state in ('running', 'paused')
   order by w.batch_no, w.operator
     for update of w skip locked
)
update payrun.float_waits w
   set measured_minor = t.room,
       needs_minor = coalesce(
         (
           select min(p.amount_minor)
             from payrun.chunks c
             join payrun.payouts p
               on payrun.chunk_key(p.batch_no, p.chunk_no) = payrun.chunk_key(c.batch_no, c.chunk_no)
            where c.batch_no = w.batch_no
              and c.operator = w.operator
              and c.open
              and p.state = 'pending'
         ),
         w.needs_minor)
  from waiting t
 where w.batch_no = t.batch_no
   and w.operator = t.operator
   and t.room > coalesce(w.measured_minor, -1)`

/** A person resumes a batch: its rows are tried again, whatever they waited for. */
export async function forgetWaits({ pool }: Ledger, batchNo: number): Promise<void> {
  await pool.query('delete from payrun.float_waits where batch_no = $1', [batchNo])
}
