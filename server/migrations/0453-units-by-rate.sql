-- Units by type or market rent are found in the order of an index: the rates in force of all units were found and sorted for each page, 49 to 55 ms of
-- processor time for 50,000 units with 12 months, and more with each year of rates.
-- Building them locks the rates of units against writes, less than a second for 100,000. Readers continue.

create index unit_rates_by_type on unit_rates (organization_id, unit_type collate "C", unit_id, effective_from) where unit_type is not null;
create index unit_rates_by_market_rent on unit_rates (organization_id, market_rent_cents, unit_id, effective_from) where market_rent_cents is not null;
