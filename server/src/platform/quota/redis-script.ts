/** The exact quota as one Redis script. Scripts run alone, so two instances can never both take the last call. */

/** How long Redis remembers that it has counted calls of a key. A key that is called less often is looked up in the audit log each time. */
const REMEMBERED_S = 86_400

/**
 * KEYS[1] is a list of the stamps of the calls that count, oldest first. ARGV: the limit, the span in milliseconds. Replies with accepted (0 or 1),
 * remaining, and the reset in milliseconds, as in QuotaDecision.
 *
 * KEYS[2] says that this Redis has counted calls of the key before. If it is missing, there may be calls that Redis does not know, because it was
 * emptied or is new: the reply is then -1, unless 'since' follows in ARGV with the ages of these calls in milliseconds, oldest first, which are counted.
 *
 * Stamps are milliseconds modulo 2^24 (4.6 hours), centered on zero, because 24-bit integers are packed in 5 bytes where whole epoch milliseconds
 * take 10; ages are differences modulo 2^24. A sorted set takes 100 bytes per call and is slower.
 *
 * The list always expires one millisecond and a span after its newest stamp. A longer time to live therefore means that the clock has stepped back
 * since: time then stands still until the clock has caught up. After a step of more than a span, the whole window moves back with the clock
 * instead, because no key should wait for hours. In both cases fewer calls are accepted rather than more.
 */
export const TAKE_SCRIPT = `
local key, known, limit, span = KEYS[1], KEYS[2], tonumber(ARGV[1]), tonumber(ARGV[2])
local wrap, half = 16777216, 8388608

-- The time to live comes first: before Redis 7 time goes on within a script.
local life = redis.call('PTTL', key)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function stamp(ms) return ms % wrap - half end
local function age(index) return (now - half - redis.call('LINDEX', key, index)) % wrap end

local standstill = math.max(0, life - span - 1)
if standstill > span then
  local stamps = redis.call('LRANGE', key, 0, -1)
  redis.call('DEL', key)
  for _, old in ipairs(stamps) do redis.call('RPUSH', key, stamp(old + half - standstill)) end
  redis.call('PEXPIREAT', key, now + span + 1)
  standstill = 0
end
now = now + standstill

if redis.call('EXISTS', key) == 0 then
  if redis.call('EXISTS', known) == 0 then
    if ARGV[3] ~= 'since' then return {-1, 0, 0} end
    for index = 4, #ARGV do redis.call('RPUSH', key, stamp(now - ARGV[index])) end
    if #ARGV > 3 then redis.call('PEXPIREAT', key, now - ARGV[#ARGV] + span + 1) end
  end
  redis.call('SET', known, 1, 'EX', ${REMEMBERED_S})
end

local count = redis.call('LLEN', key)
if count > 0 and age(0) > span then
  local first, last = 1, count
  while first < last do
    local middle = math.floor((first + last) / 2)
    if age(middle) > span then first = middle + 1 else last = middle end
  end
  redis.call('LTRIM', key, first, -1)
  count = count - first
end

if count >= limit then
  return {0, 0, span + 1 - age(count - limit) + standstill}
end
redis.call('RPUSH', key, stamp(now))
redis.call('PEXPIREAT', key, now + span + 1)
return {1, limit - count - 1, span - age(0) + standstill}
`
