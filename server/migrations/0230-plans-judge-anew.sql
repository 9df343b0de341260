-- Lets a change of plan say from when on attempts say something about a subscription, as enabling one by hand does. It locks nothing for longer than
-- a moment.
grant update (judged_from) on webhook_subscriptions to gatehouse_platform;
