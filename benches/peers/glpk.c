/* A peer of the exact linear programmes: glp_exact of GLPK, in process, after its float simplex. Reads programmes, prints
   seconds and the value of each. */
#include <glpk.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

static long number(void) {
    long n;
    if (scanf("%ld", &n) != 1) exit(1);
    return n;
}

int main(void) {
    glp_term_out(GLP_OFF);
    long programmes = number();
    while (programmes-- > 0) {
        int rows = (int)number(), columns = (int)number();
        double *objective = malloc((columns + 1) * sizeof *objective);
        for (int c = 1; c <= columns; c++) objective[c] = (double)number();
        int *count = malloc((rows + 1) * sizeof *count);
        double *bound = malloc((rows + 1) * sizeof *bound);
        int **index = malloc((rows + 1) * sizeof *index);
        double **value = malloc((rows + 1) * sizeof *value);
        for (int r = 1; r <= rows; r++) {
            count[r] = (int)number();
            bound[r] = (double)number();
            index[r] = malloc((count[r] + 1) * sizeof **index);
            value[r] = malloc((count[r] + 1) * sizeof **value);
            for (int k = 1; k <= count[r]; k++) {
                index[r][k] = (int)number() + 1;
                value[r][k] = (double)number();
            }
        }
        double start = now();
        glp_prob *p = glp_create_prob();
        glp_set_obj_dir(p, GLP_MAX);
        glp_add_rows(p, rows);
        glp_add_cols(p, columns);
        for (int c = 1; c <= columns; c++) {
            glp_set_col_bnds(p, c, GLP_LO, 0, 0);
            glp_set_obj_coef(p, c, objective[c]);
        }
        for (int r = 1; r <= rows; r++) {
            glp_set_row_bnds(p, r, GLP_UP, 0, bound[r]);
            glp_set_mat_row(p, r, count[r], index[r], value[r]);
        }
        glp_simplex(p, NULL);
        if (glp_exact(p, NULL) || glp_get_status(p) != GLP_OPT) {
            printf("%.9f none\n", now() - start);
        } else {
            printf("%.9f %.12g\n", now() - start, glp_get_obj_val(p));
        }
        fflush(stdout);
        glp_delete_prob(p);
    }
    return 0;
}
