// A peer of the exact linear programmes: MIP_Problem of the Parma Polyhedra Library, in process. Reads programmes, prints
// seconds and the exact value of each.
#include <chrono>
#include <cstdio>
#include <iostream>
#include <ppl.hh>
#include <vector>

using namespace Parma_Polyhedra_Library;

static long number() {
    long n;
    if (!(std::cin >> n)) std::exit(1);
    return n;
}

int main() {
    for (long programmes = number(); programmes > 0; programmes--) {
        long rows = number(), columns = number();
        std::vector<long> objective(columns);
        for (long &c : objective) c = number();
        std::vector<long> bound(rows);
        std::vector<std::vector<std::pair<long, long>>> terms(rows);
        for (long r = 0; r < rows; r++) {
            long count = number();
            bound[r] = number();
            for (long k = 0; k < count; k++) {
                long index = number();
                terms[r].push_back({index, number()});
            }
        }
        auto start = std::chrono::steady_clock::now();
        MIP_Problem p(columns);
        Linear_Expression goal;
        for (long c = 0; c < columns; c++) {
            goal += objective[c] * Variable(c);
            p.add_constraint(Variable(c) >= 0);
        }
        for (long r = 0; r < rows; r++) {
            Linear_Expression left;
            for (auto [index, value] : terms[r]) left += value * Variable(index);
            p.add_constraint(left <= bound[r]);
        }
        p.set_objective_function(goal);
        p.set_optimization_mode(MAXIMIZATION);
        bool solved = p.solve() == OPTIMIZED_MIP_PROBLEM;
        Coefficient numerator = 0, denominator = 1;
        if (solved) p.optimal_value(numerator, denominator);
        std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
        std::printf("%.9f ", time.count());
        if (solved)
            std::cout << numerator << "/" << denominator << std::endl;
        else
            std::cout << "none" << std::endl;
    }
}
