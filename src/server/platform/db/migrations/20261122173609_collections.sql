CREATE SEQUENCE "public"."collection_ids" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
CREATE TABLE "collection_counts" (
	"owner_id" bigint NOT NULL,
	"collection" text NOT NULL,
	"scope_id" bigint NOT NULL,
	"rows" integer NOT NULL,
	"deleted" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "collection_counts_owner_id_collection_scope_id_pk" PRIMARY KEY("owner_id","collection","scope_id"),
	CONSTRAINT "collection_counts_rows" CHECK ("collection_counts"."rows" >= 0 and "collection_counts"."deleted" >= 0)
);
--> statement-breakpoint
-- Hashes of the characters and pairs of characters of texts, in lower case and within a scope: a
-- GIN index over them finds parts of words in any script, also of two characters, and never reads
-- another account group's entries. `shortest`: 2 leaves the single characters out.
CREATE FUNCTION "search_grams"("scope" text, "texts" text[], "shortest" int DEFAULT 1) RETURNS bigint[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	select coalesce(array_agg(distinct hashtextextended(scope || ':' || gram, 0)), '{}')
	from unnest(texts) as given(whole)
	cross join lateral regexp_split_to_array(lower(whole), '') as letters
	cross join lateral generate_subscripts(letters, 1) as at
	cross join lateral (values (letters[at]), (letters[at] || letters[at + 1])) as grams(gram)
	where length(gram) >= shortest
$$;
